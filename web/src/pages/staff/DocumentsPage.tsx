import { StaffDocumentList } from '../../features/staff-documents/StaffDocumentList.tsx';

/** /staff/documents: documents of all companies. */
export default function DocumentsPage() {
  return <StaffDocumentList />;
}
