import { Outlet } from 'react-router';
import { useOperator } from '../state/use-operator.ts';
import NotFoundPage from './NotFoundPage.tsx';

/** What shows a development machine's messages and stand-ins is no page of a portal at work. */
export default function DevelopmentPages() {
  const { devPhone } = useOperator();
  return devPhone ? <Outlet /> : <NotFoundPage />;
}
