import { can } from '#contract/access.ts';
import { KeyList } from '../../features/cabinet/keys/KeyList.tsx';
import { Sandbox } from '../../features/cabinet/keys/Sandbox.tsx';
import { SandboxWebhooks } from '../../features/cabinet/webhooks/SandboxWebhooks.tsx';
import { useRole } from '../../server/session.ts';
import { Notice } from '../../ui/states/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/keys: «Ключи» of the company's own programs, for its admin. */
export default function KeysPage() {
  if (!can(useRole(), 'assignRoles'))
    return <Notice tone="warn">Ключи создаёт администратор компании.</Notice>;
  return (
    <Stack gap="4">
      <KeyList />
      <Sandbox />
      <SandboxWebhooks />
    </Stack>
  );
}
