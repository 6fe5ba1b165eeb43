import { payAtEmbeddedBank } from '#contract/money/bank-feeds.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileForm } from '../../../forms/FileForm.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';

/** The payment order that an invoice gives, brought to the embedded bank: its next statement has the payment (docs/calls.md 8). */
export function BankOrderForm() {
  const action = useEndpointAction(payAtEmbeddedBank, { refresh: [] });
  return (
    <Panel title="Учебный банк: исполнить платёжку">
      <FileForm
        label="Файл платёжки (.txt) со страницы счёта"
        extensions={['txt']}
        missing="Выберите файл платёжного поручения"
        submitLabel="Исполнить"
        action={action}
      >
        {action.data && (
          <Notice tone="go" title="Платёжка исполнена">
            Платёж в выписке банка: программа прочтёт её сама или по кнопке «Запросить сейчас».
          </Notice>
        )}
      </FileForm>
    </Panel>
  );
}
