import { useSession } from '../../../server/session.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Above every page of a company whose money and cards the programme has stopped: why, and what helps. */
export function BlockBanner() {
  const operator = useOperator();
  const block = useSession().profile?.company?.client?.block;
  if (!block) return null;
  return (
    <Notice tone="warn" title={`Компания заблокирована: ${block.reason}`}>
      <p>
        С <DateText value={block.since} style="datetime" /> деньги и карты не изменить. Смотреть кабинет и
        оплачивать счета можно. Чтобы снять блокировку, позвоните в поддержку: {unbroken(operator.phone)}.
      </p>
    </Notice>
  );
}

/** A phone that stays on one line. */
function unbroken(phone: string): string {
  return phone.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
}
