import { PROGRAMME_MARKS } from '#contract/programme/landing-marks.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { VAT_PERCENT } from './advantages.ts';
import { PROMISE } from './first-screen.ts';
import type { Network } from './landing-data.ts';
import styles from './Hero.module.css';
import { textLinkClass } from '../../../ui/text/TextLink.tsx';
import { NoticePopover } from './NoticePopover.tsx';

/** The first screen: the promise, its proof, the cost of starting, and the card itself. */
export function Hero({ networks }: { networks: readonly Network[] }) {
  const prices = networks.filter((network) => network.active).map((network) => network.cardPriceRubles);
  const getTitle = (key: string) => networks.find((network) => network.key === key)?.title;
  return (
    <section className={styles.hero}>
      <div id={PROMISE} className={styles.words}>
        <h1 className="type-display">Топливные карты разных сетей с одного счёта</h1>
        <p className={styles.proof}>
          {`${PROGRAMME_MARKS.networks}${PROGRAMME_MARKS.stationsSentence}`}
          Документы для возврата НДС {VAT_PERCENT}&nbsp;%.
        </p>
        <div className={styles.act}>
          <ButtonLink to={paths.login} variant="primary" size="large">
            Заказать карту
          </ButtonLink>
          <p className={styles.price}>
            {prices.length > 0 && (
              <>
                {new Set(prices).size > 1 ? 'Карта от ' : 'Карта '}
                <Money value={Math.min(...prices)} />.{' '}
              </>
            )}
            Топливо оплачиваете с&nbsp;пополненного счёта.
          </p>
        </div>
        <p className={styles.quiet}>
          Только для юридических лиц и индивидуальных предпринимателей. <PartnerNotice />
        </p>
      </div>
      <div className={styles.cards}>
        <span className={styles.behind} aria-hidden="true">
          <CardFace tone="gpn" title={getTitle('gpn') ?? ''} lastFour="0427" size="large" tilted />
        </span>
        <span className={styles.front}>
          <CardFace
            tone="rn"
            title={getTitle('rn') ?? 'Топливная карта'}
            lastFour="1184"
            size="large"
            holder="А 123 ВС 77"
            tilted
          />
        </span>
      </div>
    </section>
  );
}

const ID = 'partner-notice';

/** The notice for partners without cabinet access. Only this quiet link opens it (spec section 2). */
function PartnerNotice() {
  return (
    <>
      <button type="button" className={textLinkClass({ quiet: true })} popoverTarget={ID}>
        Партнёрам без кабинета
      </button>
      <NoticePopover
        id={ID}
        title="Партнёрам без доступа в личный кабинет"
        text="Если у вас нет доступа в личный кабинет, обратитесь к вашему менеджеру. Он расскажет об остатках на картах, изменит лимиты и пришлёт отчёт по транзакциям."
      />
    </>
  );
}
