import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { listNews } from '#contract/programme/news.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { newsPlace } from './news-place.ts';
import styles from './NewsArticle.module.css';

type Props = {
  /** The address of an item, counted from one. */
  toItem: (number: number) => string;
  /** The page has its own h1, so the item's title is one level lower. */
  headed?: boolean;
};

/** One news item and links to the others (spec section 2, `/news`). */
export function NewsArticle({ toItem, headed = false }: Props) {
  const [query] = useSearchParams();
  const read = useRead(listNews);
  const news = read.data?.data ?? [];
  const place = newsPlace(query.get('id'), news.length);
  const item = news[place];
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    window.scrollTo({ top: 0 });
  }, [place]);
  if (read.isPending) return <CardSkeleton count={2} />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!item) return <EmptyState title="Новостей пока нет" />;
  const Title = headed ? 'h2' : 'h1';
  return (
    <div className={styles.news}>
      <article>
        <p className={styles.date}>
          <DateText value={item.date} style="long" />
        </p>
        <Title className="type-headline">{item.title}</Title>
        {/* The server has sanitised it: it can neither run nor load anything. */}
        {/* oxlint-disable-next-line react/no-danger */}
        <div className={styles.body} dangerouslySetInnerHTML={{ __html: item.html }} />
      </article>
      <nav aria-label="Все новости" className={styles.list}>
        {news.map((entry, index) => (
          <AppLink
            key={entry.title}
            to={toItem(index + 1)}
            aria-current={index === place ? 'page' : undefined}
            className={styles.entry}
          >
            <span className={styles.date}>
              <DateText value={entry.date} style="long" />
            </span>
            {entry.title}
          </AppLink>
        ))}
      </nav>
    </div>
  );
}
