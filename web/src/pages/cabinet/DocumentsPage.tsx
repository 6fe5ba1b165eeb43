import { DocumentList } from '../../features/documents/DocumentList.tsx';

/** /cabinet/documents: monthly documents by year. */
export default function DocumentsPage() {
  return <DocumentList />;
}
