import { DeclineList } from '../../features/cabinet/declines/DeclineList.tsx';

/** /cabinet/declines: what was refused at the pump, why, and what to do. */
export default function DeclinesPage() {
  return <DeclineList />;
}
