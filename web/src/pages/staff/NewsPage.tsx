import { StaffNewsList } from '../../features/staff-news/StaffNewsList.tsx';

/** /staff/news: news. */
export default function NewsPage() {
  return <StaffNewsList />;
}
