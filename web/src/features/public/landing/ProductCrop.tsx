import { IconAlertTriangle } from '@tabler/icons-react';
import { gluePlates } from '#contract/values/plate.ts';
import { CardFace } from '../../../ui/CardFace.tsx';
import type { NetworkTone } from '../../../ui/text/tone.ts';
import type { Network } from './landing-data.ts';
import styles from './ProductCrop.module.css';
import { Share } from './Share.tsx';

type Card = {
  tone: NetworkTone;
  lastFour: string;
  truck: string;
  driver: string;
  /** Litres spent today, and the limit of a day. */
  spent: number;
  limit: number;
  rubles: string;
};

const CARDS: readonly Card[] = [
  {
    tone: 'gpn',
    lastFour: '4000',
    truck: 'Volvo FH Р 140 ТТ 790',
    driver: 'Абрамов\u00a0И.\u00a0В.',
    spent: 128,
    limit: 350,
    rubles: '13 058',
  },
  {
    tone: 'rn',
    lastFour: '1184',
    truck: 'DAF XF Н 315 СВ 77',
    driver: 'Баранов\u00a0К.\u00a0О.',
    spent: 208,
    limit: 350,
    rubles: '12 226',
  },
  {
    tone: 'third',
    lastFour: '7466',
    truck: 'Scania R450 Н 308 РВ 790',
    driver: 'Васильев\u00a0Р.\u00a0И.',
    spent: 0,
    limit: 400,
    rubles: '11 443',
  },
  {
    tone: 'gpn',
    lastFour: '0924',
    truck: 'Валдай 12 К 828 ЕВ 790',
    driver: 'Рябов\u00a0Е.\u00a0А.',
    spent: 62,
    limit: 150,
    rubles: '4 651',
  },
];

/** The first screen of the cabinet: money, a filling that looks wrong, and the cards with their limits. */
export function ProductCrop({ networks }: { networks: readonly Network[] }) {
  const getTitle = (key: string) => networks.find((network) => network.key === key)?.title ?? '';
  return (
    <div
      role="img"
      aria-label="Кабинет: деньги на счёте, подозрительная заправка «650 л в бак на 600» и карты машин с лимитами и остатками"
      className={styles.stage}
    >
      <span className={styles.window}>
        <span className={styles.facts}>
          <span>
            Свободно <b>781 795 ₽</b>
          </span>
          <span>хватит на 9 дней</span>
        </span>
        <span className={styles.signal}>
          <IconAlertTriangle aria-hidden="true" stroke={1.75} />
          <span className={styles.two}>
            <b>650 л в бак на 600</b>
            <span>{gluePlates('Volvo FH Р 140 ТТ 790')}, сегодня 03:12</span>
          </span>
          <span className={styles.act}>Разобрать</span>
        </span>
        {CARDS.map((card) => (
          <span key={card.lastFour} className={styles.card}>
            <CardFace size="chip" tone={card.tone} title={getTitle(card.tone)} lastFour={card.lastFour} />
            <span className={styles.two}>
              <b>{gluePlates(card.truck)}</b>
              <span>{[getTitle(card.tone), card.driver].filter(Boolean).join(', ')}</span>
            </span>
            <span className={styles.limit}>
              {card.spent} из {card.limit} л
              <Share percent={Math.round((card.spent / card.limit) * 100)} />
            </span>
            <span className={styles.money}>{card.rubles} ₽</span>
          </span>
        ))}
      </span>
      <span className={styles.face}>
        <CardFace tone="rn" title={getTitle('rn')} lastFour="1184" size="large" holder="Н 315 СВ 77" tilted />
      </span>
    </div>
  );
}
