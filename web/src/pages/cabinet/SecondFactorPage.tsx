import { SecondFactorSection } from '../../features/second-factor/SecondFactorSection.tsx';

/** /cabinet/second-factor and /staff/second-factor: the person's own, whatever the company. */
export default function SecondFactorPage() {
  return <SecondFactorSection />;
}
