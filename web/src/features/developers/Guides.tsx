import { useState } from 'react';
import { DEVELOPERS_PROMISE, GUIDES, type Guide } from '#contract/developer-guides.ts';
import { paths } from '../../paths.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { OuterLink, TextLink } from '../../ui/TextLink.tsx';
import { Example } from './Example.tsx';
import { EXAMPLE_LANGUAGE, type ExampleLanguage } from './guide-files.ts';
import styles from './Guides.module.css';

const LANGUAGES = (Object.keys(EXAMPLE_LANGUAGE) as ExampleLanguage[]).map((value) => ({
  value,
  label: EXAMPLE_LANGUAGE[value],
}));

/** Guides for a company's own programmers, to read from top to bottom. */
export function Guides() {
  const [language, setLanguage] = useState<ExampleLanguage>('sh');
  return (
    <div className={styles.page}>
      <PageTitle note={DEVELOPERS_PROMISE}>Разработчикам</PageTitle>
      <p className={styles.links}>
        <TextLink to={paths.keys}>Создать ключ</TextLink>
        <OuterLink href="/api/docs">Все вызовы</OuterLink>
        <OuterLink href="/api/openapi.json">OpenAPI</OuterLink>
        <OuterLink href="/magistral-client.tgz">Клиент на TypeScript</OuterLink>
        <OuterLink href="/llms.txt">llms.txt</OuterLink>
      </p>
      <div className={styles.columns}>
        <aside className={styles.side}>
          <nav aria-label="На этой странице">
            <ul className={styles.contents}>
              {GUIDES.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <Segmented label="Примеры" options={LANGUAGES} value={language} onChange={setLanguage} />
        </aside>
        <div className={styles.guides}>
          {GUIDES.map((guide) => (
            <GuideSection key={guide.id} guide={guide} language={language} />
          ))}
        </div>
      </div>
    </div>
  );
}

function GuideSection({ guide, language }: { guide: Guide; language: ExampleLanguage }) {
  const { id, title, text, table = [], examples = [] } = guide;
  return (
    <section id={id} className={styles.guide} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>
          <WithCode text={paragraph} />
        </p>
      ))}
      {table.length > 0 && (
        <dl className={styles.table}>
          {table.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <WithCode text={meaning} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {examples.map((example) => (
        <Example key={example.name} {...example} language={language} />
      ))}
    </section>
  );
}

/** Renders text between backticks as code. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // The parts of a sentence neither move nor change.
      <code key={`${at}-${part}`} className={styles.inline}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
