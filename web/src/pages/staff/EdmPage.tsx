import { StuckDocumentList } from '../../features/staff/StuckDocumentList.tsx';

/** /staff/edm: documents that have not arrived through the operator. */
export default function EdmPage() {
  return <StuckDocumentList />;
}
