import { PROGRAMME_MARKS } from '#contract/programme/landing-marks.ts';
import { textLinkClass } from '../../../ui/text/TextLink.tsx';
import { VAT_PERCENT } from './advantages.ts';
import { PROMISE, REST_OF_STYLES } from './first-screen.ts';
import styles from './Hero.module.css';
import type { Network } from './landing-data.ts';
import { NoticePopover } from './NoticePopover.tsx';
import { OrderLink } from './OrderLink.tsx';
import { ProductCrop } from './ProductCrop.tsx';

/** The first screen: the promise, its proof, the cost of starting, and the cabinet itself. */
export function Hero({ networks }: { networks: readonly Network[] }) {
  return (
    <section className={styles.hero}>
      <div id={PROMISE} className={styles.words}>
        <h1 className="type-display">Топливные карты разных сетей с одного счёта</h1>
        <p className={styles.proof}>
          {`${PROGRAMME_MARKS.networks}${PROGRAMME_MARKS.stationsSentence}`}
          Документы для возврата НДС {VAT_PERCENT}&nbsp;%.
        </p>
        <div className={styles.act}>
          <OrderLink size="large" />
          <p className={styles.price}>
            По ИНН и коду из СМС, без&nbsp;визита в офис{PROGRAMME_MARKS.cardPrice}
          </p>
        </div>
        <p className={styles.benefit} data-benefit={PROGRAMME_MARKS.benefitState}>
          <strong>{PROGRAMME_MARKS.benefitFigure}</strong> {PROGRAMME_MARKS.benefitText}
        </p>
        <p className={styles.quiet}>
          Только для юридических лиц и индивидуальных предпринимателей. <PartnerNotice />
        </p>
      </div>
      {/* The promise is painted without these. */}
      <style>{REST_OF_STYLES}</style>
      <ProductCrop networks={networks} />
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
