import { Outlet } from 'react-router';
import { useOperator } from '../state/use-operator.ts';
import NotFoundPage from './NotFoundPage.tsx';

/** Pages that show a development machine's messages and fakes are not part of a production portal. */
export default function DevelopmentPages() {
  const { devPhone } = useOperator();
  return devPhone ? <Outlet /> : <NotFoundPage />;
}
