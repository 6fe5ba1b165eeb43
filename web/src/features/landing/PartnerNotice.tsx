import { textLinkClass } from '../../ui/TextLink.tsx';
import { NoticePopover } from './NoticePopover.tsx';

const ID = 'partner-notice';

/** The notice for partners without cabinet access. Only this quiet link opens it (spec section 2). */
export function PartnerNotice() {
  return (
    <>
      <button type="button" className={textLinkClass({ quiet: true })} popoverTarget={ID}>
        Партнёрам без кабинета
      </button>
      <NoticePopover
        id={ID}
        title="Партнёрам без доступа в личный кабинет"
        text="Если у вас нет доступа в личный кабинет, обратитесь к вашему менеджеру. Он расскажет об остатках на картах, изменит лимиты и пришлёт отчёт по транзакциям."
      />
    </>
  );
}
