import { CardSidebar } from '../features/public/news/CardSidebar.tsx';
import { NewsArticle } from '../features/public/news/NewsArticle.tsx';
import { paths } from '../paths.ts';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './NewsPage.module.css';

/** `/news?id=`: open to visitors (spec section 2). */
export default function NewsPage() {
  return (
    <PublicFrame title="Новости">
      <div className={styles.page}>
        <NewsArticle toItem={paths.news} />
        <aside className={styles.side} aria-label="Карты">
          <CardSidebar />
        </aside>
      </div>
    </PublicFrame>
  );
}
