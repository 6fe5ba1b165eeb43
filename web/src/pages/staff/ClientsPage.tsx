import { ClientList } from '../../features/staff-clients/ClientList.tsx';

/** /staff/clients: all clients of the programme. */
export default function ClientsPage() {
  return <ClientList />;
}
