import { StuckDocumentList } from '../../features/staff/StuckDocumentList.tsx';

/** /staff/edm: documents that the EDM operator has not delivered. */
export default function EdmPage() {
  return <StuckDocumentList />;
}
