import { OwnPhoneChange } from '../../features/account/phone-changes/OwnPhoneChange.tsx';
import { SecondFactorSection } from '../../features/account/second-factor/SecondFactorSection.tsx';
import { SessionList } from '../../features/account/security/SessionList.tsx';
import { Stack } from '../../ui/Stack.tsx';

/**
 * /cabinet/security and /staff/security: «Безопасность», the person's own. Each feature is a panel of its own, one under the
 * other; what is needed to sign in stands above what is signed in.
 */
export default function SecurityPage() {
  return (
    <Stack>
      <OwnPhoneChange />
      <SecondFactorSection />
      <SessionList />
    </Stack>
  );
}
