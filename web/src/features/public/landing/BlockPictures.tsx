import { gluePlates } from '#contract/values/plate.ts';
import styles from './BlockPictures.module.css';
import { Share } from './Share.tsx';

/** Shows a filling that is larger than the tank, with the reasons for suspicion. */
export function FillingPicture() {
  return (
    <div
      role="img"
      aria-label="Подозрительная заправка: 650 литров в бак на 600, машина была в 14 км от станции"
      className={styles.picture}
    >
      <span className={styles.head}>
        <b>{gluePlates('Volvo FH Р 140 ТТ 790')}</b>
        <span>сегодня 03:12</span>
      </span>
      <span className={styles.figure}>
        <b className={styles.stop}>650 л</b>
        <span>в бак на 600</span>
      </span>
      <span className={styles.thick}>
        <Share percent={92} over={8} />
      </span>
      <span className={styles.row}>
        <span>По чеку сети</span>
        <b>650,00 л, 46 150 ₽</b>
      </span>
      <span className={styles.row}>
        <span>Машина по трекеру</span>
        <b className={styles.stop}>в 14 км от станции</b>
      </span>
      <span className={styles.row}>
        <span>Карта</span>
        <b>закрыта до решения</b>
      </span>
    </div>
  );
}

/** A route with its numbered stops, the price and the litres of each. */
export function RoutePicture() {
  return (
    <div
      role="img"
      aria-label="План заправок Москва — Санкт-Петербург: две остановки, на 1 158 рублей дешевле средней цены"
      className={styles.picture}
    >
      <span className={styles.head}>
        <b>Москва — Санкт-Петербург</b>
        <span>706 км</span>
      </span>
      <svg className={styles.route} viewBox="0 0 440 96" aria-hidden="true">
        <path className={styles.road} d="M14 82C90 82 96 30 172 34s96 40 152 30 60-44 102-48" />
        <path className={styles.centre} d="M14 82C90 82 96 30 172 34s96 40 152 30 60-44 102-48" />
        <circle className={styles.end} cx="14" cy="82" r="6" />
        <circle className={styles.end} cx="426" cy="16" r="6" />
        <Stop x={132} y={42} number={1} />
        <Stop x={322} y={64} number={2} />
      </svg>
      <span className={styles.row}>
        <span>1. Тверь, 180 л</span>
        <b>66,90 ₽</b>
      </span>
      <span className={styles.row}>
        <span>2. Великий Новгород, 240 л</span>
        <b>65,40 ₽</b>
      </span>
      <span className={styles.row}>
        <span>Дешевле средней цены 68,80 ₽</span>
        <b className={styles.go}>на 1 158 ₽</b>
      </span>
    </div>
  );
}

function Stop({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    <g className={styles.stopSign}>
      <rect x={x - 13} y={y - 13} width="26" height="26" rx="7" />
      <text x={x} y={y + 5} textAnchor="middle">
        {number}
      </text>
    </g>
  );
}

/** Documents of a month that reach the accountants by themselves. */
export function PapersPicture() {
  return (
    <div
      role="img"
      aria-label="Документы за октябрь: УПД подписан в ЭДО, 412 заправок в 1С, счёт оплачен"
      className={styles.picture}
    >
      <span className={styles.head}>
        <b>Октябрь</b>
        <span>2 261 891 ₽</span>
      </span>
      {PAPERS.map(({ title, about, state }) => (
        <span key={title} className={styles.row}>
          <span className={styles.two}>
            <b>{title}</b>
            <span>{about}</span>
          </span>
          <b className={styles.go}>{state}</b>
        </span>
      ))}
    </div>
  );
}

const PAPERS = [
  { title: 'УПД № 214', about: 'НДС 376 981,83 ₽', state: 'подписан в ЭДО' },
  { title: '412 заправок', about: '31 машина, 4 сети', state: 'в 1С' },
  { title: 'Счёт № М-118', about: '300 000 ₽', state: 'оплачен' },
] as const;
