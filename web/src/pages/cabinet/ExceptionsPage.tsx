import { ExceptionList } from '../../features/cabinet/exceptions/ExceptionList.tsx';

/** /cabinet/exceptions: what drivers ask to let pass, and what was answered. */
export default function ExceptionsPage() {
  return <ExceptionList />;
}
