import { WorksList } from '../../features/works/WorksList.tsx';

/** /staff/maintenance: announced works. */
export default function WorksPage() {
  return <WorksList />;
}
