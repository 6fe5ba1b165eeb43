import { Guides } from '../features/public/developers/Guides.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/developers`: for a company's own programmers, open to all visitors. */
export default function DevelopersPage() {
  return (
    <PublicFrame title="Разработчикам">
      <Guides />
    </PublicFrame>
  );
}
