import { telHref } from '../../../lib/tel-href.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { textLinkClass } from '../../../ui/text/TextLink.tsx';
import { QUESTIONS, ROAD_TO_CARD } from './advantages.ts';
import styles from './LandingSections.module.css';
import { OrderLink } from './OrderLink.tsx';

/** Four road signs on the way to the first card. */
export function RoadToCard() {
  return (
    <section id="how-to" className={styles.section} aria-labelledby="how-to-title">
      <h2 id="how-to-title" className="type-headline">
        Как получить карту
      </h2>
      <ol className={styles.road}>
        {ROAD_TO_CARD.map(({ title, meaning }, index) => (
          <li key={title} className={styles.step}>
            <span className={styles.sign} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{meaning}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Questions() {
  return (
    <section id="questions" className={styles.section} aria-labelledby="questions-title">
      <h2 id="questions-title" className="type-headline">
        Вопросы
      </h2>
      <div>
        {QUESTIONS.map(({ question, answer }) => (
          <Disclosure key={question} summary={question}>
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Disclosure>
        ))}
      </div>
    </section>
  );
}

/** The end of the page: the button for a visitor who has read it all, and the phone for one who would rather ask. */
export function LastCall({ phone, supportHours }: { phone: string; supportHours: string }) {
  return (
    <section className={styles.last} aria-labelledby="last-title">
      <h2 id="last-title" className="type-headline">
        Карта за четыре шага
      </h2>
      <p className={styles.act}>
        <OrderLink size="large" />
        <span>
          или позвоните{' '}
          <a className={textLinkClass()} href={telHref(phone)}>
            {phone}
          </a>
          , {supportHours} по&nbsp;московскому времени
        </span>
      </p>
    </section>
  );
}
