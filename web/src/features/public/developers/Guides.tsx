import { useState } from 'react';
import { DEVELOPERS_PROMISE, GUIDES, type Guide } from '#contract/developer-guides.ts';
import { paths } from '../../../paths.ts';
import { PageTitle } from '../../../ui/text/PageTitle.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { ExternalLink, TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './Guides.module.css';
import { IconCopy } from '@tabler/icons-react';
import { Button } from '../../../ui/Button.tsx';

/** The examples as they stand in `contract/guides`, where a test runs them; read at build time. */
const FILES = import.meta.glob<string>('../../../../../contract/guides/*.{sh,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const EXAMPLE_LANGUAGE = { sh: 'curl', ts: 'TypeScript' } as const;
type ExampleLanguage = keyof typeof EXAMPLE_LANGUAGE;

/** The text of an example in a language. Throws where the file is missing: an empty example would look like a choice. */
function guideFile(name: string, language: ExampleLanguage): string {
  const file = FILES[`../../../../../contract/guides/${name}.${language}`];
  if (file === undefined) throw new Error(`The example ${name}.${language} is not built in`);
  return file.trimEnd();
}

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
        <ExternalLink href="/api/docs">Все вызовы</ExternalLink>
        <ExternalLink href="/api/openapi.json">OpenAPI</ExternalLink>
        <ExternalLink href="/magistral-client.tgz">Клиент на TypeScript</ExternalLink>
        <ExternalLink href="/llms.txt">llms.txt</ExternalLink>
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
          <TextWithCode text={paragraph} />
        </p>
      ))}
      {table.length > 0 && (
        <dl className={styles.table}>
          {table.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <TextWithCode text={meaning} />
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
function TextWithCode({ text }: { text: string }) {
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

type Props = { name: string; title: string; language: ExampleLanguage };

/** One example, to be copied whole. */
function Example({ name, title, language }: Props) {
  const [message, setMessage] = useState('');
  const code = guideFile(name, language);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${code}\n`);
      setMessage('Скопировано');
    } catch {
      setMessage('Браузер не дал скопировать');
    }
  };
  return (
    <figure className={styles.example}>
      <figcaption className={styles.caption}>
        <span>
          <span className={styles.captionTitle}>{title}</span>
          <code className={styles.file}>
            {name}.{language}
          </code>
        </span>
        <Button
          size="small"
          variant="quiet"
          icon={<IconCopy aria-hidden="true" stroke={1.75} />}
          aria-label={`Скопировать: ${title}`}
          onClick={() => void copy()}
        >
          Скопировать
        </Button>
        <span role="status" className={styles.told}>
          {message}
        </span>
      </figcaption>
      {/* It can be scrolled sideways with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0} aria-label={title}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
