import { MessageList } from '../../features/messages/MessageList.tsx';

/** /staff/messages: SMS and emails. */
export default function MessagesPage() {
  return <MessageList />;
}
