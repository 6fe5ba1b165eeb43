import { readStart } from '#contract/backoffice/start.ts';
import { RequestList } from '../../features/staff/requests/RequestList.tsx';
import { StartGuide } from '../../features/staff/start/StartGuide.tsx';
import { useRead } from '../../state/use-call.ts';

/** /staff: card requests, and before the first client what the programme still needs. */
export default function QueuePage() {
  const start = useRead(readStart).data;
  const isStarting = start?.meta.clients === 0 && start.data.some(({ required, done }) => required && !done);
  return isStarting ? <StartGuide /> : <RequestList />;
}
