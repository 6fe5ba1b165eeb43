import { ErasureList } from '../../features/erasures/ErasureList.tsx';

/** /staff/erasures: people who have asked to be erased. */
export default function ErasuresPage() {
  return <ErasureList />;
}
