import { TermsVersions } from '../../features/staff-terms/TermsVersions.tsx';

/** /staff/terms: versions of the framework agreement. */
export default function TermsPage() {
  return <TermsVersions />;
}
