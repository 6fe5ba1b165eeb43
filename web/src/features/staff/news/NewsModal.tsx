import { useState } from 'react';
import { listNews } from '#contract/programme/news.ts';
import {
  type StaffNews,
  addNews,
  changeNews,
  listStaffNews,
  previewNews,
} from '#contract/programme/staff-programme.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { dayProblem } from '../../../forms/days/type-day.ts';
import { moscowDay } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import styles from './NewsModal.module.css';

/** Writes an item of news: first it is seen as clients will see it, then it is published. */
export function NewsModal({ item, onClose }: { item: StaffNews | null; onClose: () => void }) {
  const form = useForm({
    values: {
      date: item?.date ?? moscowDay(serverNow()),
      title: item?.title ?? '',
      html: item?.html ?? '<p></p>',
    },
  });
  const { date, title, html } = form.values;
  const [shown, setShown] = useState(false);
  const refresh = [listStaffNews, listNews];
  const add = useStaffAction(addNews, { name: 'Публикация новости', refresh });
  const change = useStaffAction(changeNews, { name: 'Изменение новости', refresh });
  const preview = useEndpointAction(previewNews);
  const action = item ? change : add;

  function send() {
    if (!shown) return preview.mutate({ body: { html } }, { onSuccess: () => setShown(true) });
    const body = { date, title, html, hidden: item?.hidden ?? false };
    if (item) change.mutate({ params: { id: item.id }, body }, { onSuccess: onClose });
    else add.mutate({ body }, { onSuccess: onClose });
  }

  return (
    <FormModal
      form={form}
      submitLabel={shown ? (item ? 'Сохранить' : 'Опубликовать') : 'Посмотреть'}
      action={{ isPending: action.isPending || preview.isPending, error: action.error ?? preview.error }}
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
      title={item ? 'Изменить новость' : 'Новая новость'}
      size="wide"
      onClose={onClose}
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
          <DayField label="Дата" {...form.field('date')} />
          <TextField label="Заголовок" {...form.field('title')} maxLength={200} />
          <TextArea
            label="Текст, HTML"
            help="Абзацы, заголовки h2, списки, таблицы и ссылки; остальное убирается"
            rows={12}
            {...form.field('html')}
            maxLength={50_000}
          />
        </>
      )}
    </FormModal>
  );
}
