import { useState } from 'react';
import { listNews } from '#contract/news.ts';
import { addNews, changeNews, listStaffNews, previewNews } from '#contract/staff-programme.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { DayField } from '../../forms/DayField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { dayProblem } from '../../forms/type-day.ts';
import { moscowDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import type { StaffNews } from './StaffNewsList.tsx';
import styles from './NewsModal.module.css';

/** Writes an item of news: first it is seen as clients will see it, then it is published. */
export function NewsModal({ item, onClose }: { item: StaffNews | null; onClose: () => void }) {
  const [date, setDate] = useState(() => item?.date ?? moscowDay(serverNow()));
  const [title, setTitle] = useState(item?.title ?? '');
  const [html, setHtml] = useState(item?.html ?? '<p></p>');
  const [shown, setShown] = useState(false);
  const refresh = [listStaffNews, listNews];
  const add = useStaffAction(addNews, { name: 'Публикация новости', refresh });
  const change = useStaffAction(changeNews, { name: 'Изменение новости', refresh });
  const preview = useEndpointAction(previewNews);
  const action = item ? change : add;
  const getError = (field: string) => action.error?.fields[field]?.join(' ') ?? null;

  function send() {
    if (!shown) return preview.mutate({ body: { html } }, { onSuccess: () => setShown(true) });
    const body = { date, title, html, hidden: item?.hidden ?? false };
    if (item) change.mutate({ params: { id: item.id }, body }, { onSuccess: onClose });
    else add.mutate({ body }, { onSuccess: onClose });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={item ? 'Изменить новость' : 'Новая новость'}
      size="wide"
      busy={action.isPending}
    >
      <FormShell
        submitLabel={shown ? (item ? 'Сохранить' : 'Опубликовать') : 'Посмотреть'}
        loading={action.isPending || preview.isPending}
        error={action.error ?? preview.error}
        ownFields={['date', 'title', 'html']}
        disabledReason={
          dayProblem(date) ||
          (!title.trim() && 'Укажите заголовок') ||
          (!html.trim() && 'Напишите текст') ||
          null
        }
        onSubmit={send}
        secondary={
          shown && (
            <Button variant="quiet" onClick={() => setShown(false)}>
              Править текст
            </Button>
          )
        }
      >
        {shown && preview.data ? (
          <>
            <article className={styles.article} aria-label="Как увидят клиенты">
              <p className={styles.date}>
                <DateText value={date} style="long" />
              </p>
              <h3 className={styles.title}>{title}</h3>
              {/* The server has sanitised it: it can neither run nor load anything. */}
              {/* oxlint-disable-next-line react/no-danger */}
              <div dangerouslySetInnerHTML={{ __html: preview.data.data.html }} />
            </article>
            <Notice>
              {item?.hidden ? 'Новость скрыта, её видят только сотрудники.' : 'Её сразу увидят все.'}
            </Notice>
          </>
        ) : (
          <>
            <DayField label="Дата" value={date} onChange={setDate} error={getError('date')} />
            <TextField
              label="Заголовок"
              value={title}
              onChange={setTitle}
              maxLength={200}
              error={getError('title')}
            />
            <TextArea
              label="Текст, HTML"
              help="Абзацы, заголовки h2, списки, таблицы и ссылки; остальное убирается"
              rows={12}
              value={html}
              onChange={setHtml}
              maxLength={50_000}
              error={getError('html')}
            />
          </>
        )}
      </FormShell>
    </Modal>
  );
}
