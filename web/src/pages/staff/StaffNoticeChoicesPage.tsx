import { ChannelsPanel } from '../../features/account/channels/ChannelsPanel.tsx';
import { MailPanel } from '../../features/account/mail/MailPanel.tsx';
import { NoticeChoices } from '../../features/account/notices/NoticeChoices.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /staff/notices/choices: the channels over which a member of the staff is notified, and where these lead. */
export default function StaffNoticeChoicesPage() {
  return (
    <Stack gap="3">
      <NoticeChoices ofStaff />
      <MailPanel choices />
      <ChannelsPanel />
    </Stack>
  );
}
