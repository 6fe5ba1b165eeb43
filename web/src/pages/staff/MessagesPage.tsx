import { MessageList } from '../../features/messages/MessageList.tsx';

/** /staff/messages: SMS and letters. */
export default function MessagesPage() {
  return <MessageList />;
}
