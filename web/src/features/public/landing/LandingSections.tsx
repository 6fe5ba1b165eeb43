import { IconFileText } from '@tabler/icons-react';
import { paths } from '../../../paths.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { OuterLink } from '../../../ui/text/TextLink.tsx';
import { ADVANTAGES, QUESTIONS, ROAD_TO_CARD } from './advantages.ts';
import styles from './LandingSections.module.css';

/** The advantages, as a table of short sentences. */
export function Advantages() {
  return (
    <section id="advantages" className={styles.section} aria-labelledby="advantages-title">
      <h2 id="advantages-title" className="type-headline">
        Что вы получаете
      </h2>
      <dl className={styles.table}>
        {ADVANTAGES.map(({ title, meaning }) => (
          <div key={title} className={styles.row}>
            <dt>{title}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

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

type PublicDocumentsProps = { documents: readonly { title: string; href: string }[] };

export function PublicDocuments({ documents }: PublicDocumentsProps) {
  return (
    <section className={styles.section} aria-labelledby="papers-title">
      <h2 id="papers-title" className="type-headline">
        Документы
      </h2>
      <ul className={styles.papers}>
        {documents.map(({ title, href }) => (
          <li key={href}>
            <IconFileText aria-hidden="true" stroke={1.5} />
            <OuterLink href={href} target="_blank">
              {title}
            </OuterLink>
            {href !== paths.developers && (
              <span className={styles.kind}>{href.endsWith('.csv') ? 'CSV' : 'PDF'}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
