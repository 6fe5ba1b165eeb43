import { NewsArticle } from '../../features/public/news/NewsArticle.tsx';
import { paths } from '../../paths.ts';

/** `/cabinet/news?id=`: the same news inside the cabinet, whose shell shows the title and the balances. */
export default function CabinetNewsPage() {
  return <NewsArticle toItem={(number) => `${paths.cabinetNews}?id=${number}`} headed />;
}
