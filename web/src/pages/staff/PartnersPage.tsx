import { PartnerList } from '../../features/partners/PartnerList.tsx';

/** /staff/partners: the networks. */
export default function PartnersPage() {
  return <PartnerList />;
}
