import { StuckDocumentList } from '../../features/stuck-documents/StuckDocumentList.tsx';

/** /staff/edm: documents that the EDM operator has not delivered. */
export default function EdmPage() {
  return <StuckDocumentList />;
}
