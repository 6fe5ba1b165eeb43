import { IconSearch } from '@tabler/icons-react';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { InnField } from '../../../forms/InnField.tsx';
import { MomentField } from '../../../forms/days/MomentField.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import type { Period } from '../../../forms/days/period-problem.ts';
import { PhoneField } from '../../../forms/PhoneField.tsx';
import { QuantityStepper } from '../../../forms/QuantityStepper.tsx';
import { SmsCodeField } from '../../../forms/SmsCodeField.tsx';
import { TimeField } from '../../../forms/days/TimeField.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { Checkbox, CheckBox } from '../../../ui/fields/Checkbox.tsx';
import { ColorSchemeSwitch } from '../../../ui/ColorSchemeSwitch.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { FieldSet } from '../../../ui/fields/FieldSet.tsx';
import { SchemeChoice } from '../../../ui/SchemeChoice.tsx';
import { SearchSelect } from '../../../ui/fields/SearchSelect.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { Sample, Samples } from './Sample.tsx';

const NOTHING = () => {};
const LONG = 'Тягач Scania R450 с полуприцепом Krone, база Ростов-на-Дону, дальние рейсы';

const CARDS = ['4821 Scania R450', '4000 КамАЗ 5490', '1234 технические работы'].map((label, value) => ({
  value: String(value),
  label,
  disabled: label.includes('работы'),
}));

/** Samples of fields. */
export function FieldSamples() {
  const form = useForm({
    values: {
      text: '',
      on: true,
      unit: 'day',
      count: 3,
      card: '',
      day: '',
      moment: '2026-11-05T14:30',
      time: '9',
      days: { dateFrom: '2026-11-01', dateTo: '2026-11-05' } as Period,
    },
  });
  const { days } = form.values;
  const period = usePeriod(days, form.field('days').onChange);
  return (
    <>
      <Samples parts="TextField, TextArea, Field">
        <Sample state="Пустое, с подсказкой">
          <TextField
            label="Комментарий"
            help="Виден только вашей компании"
            {...form.field('text')}
            optional
          />
        </Sample>
        <Sample state="Ошибка">
          <TextField
            label="Электронная почта"
            error="Укажите адрес электронной почты"
            value="ivan@"
            onChange={NOTHING}
          />
        </Sample>
        <Sample state="Длинный текст, недоступно">
          <TextField label="Название" value={LONG} onChange={NOTHING} disabled />
        </Sample>
        <Sample state="Со значком и единицей">
          <TextField
            label="Найти карту"
            {...form.field('text')}
            prefix={<IconSearch aria-hidden="true" stroke={1.75} />}
            suffix="л"
          />
        </Sample>
        <Sample state="Несколько строк">
          <TextArea label="Возражение" value={`${LONG}. ${LONG}`} onChange={NOTHING} />
        </Sample>
        <Sample state="Чужой элемент в поле">
          <Field label="Насколько заполнен бак">{(aria) => <input type="range" {...aria} />}</Field>
        </Sample>
      </Samples>
      <Samples parts="Select, SearchSelect, Segmented, FieldSet, SchemeChoice, ColorSchemeSwitch">
        <Sample state="Не выбрано, ошибка">
          <Select
            label="Карта"
            placeholder="Выберите карту"
            error="Выберите карту"
            options={[
              { value: '1', label: '•• 4821 Scania R450' },
              { value: '2', label: '•• 4000 (технические работы)', disabled: true },
            ]}
            value=""
            onChange={NOTHING}
          />
        </Sample>
        <Sample state="С поиском">
          <SearchSelect
            label="Карта с поиском"
            placeholder="Номер или название"
            options={CARDS}
            {...form.field('card')}
            isMeant={(value, typed) => CARDS[Number(value)]?.label.includes(typed) ?? false}
            formatCount={(found) => `Найдено: ${found}`}
          />
        </Sample>
        <Sample state="Четыре отрезка">
          <Segmented
            label="Период"
            options={[
              { value: 'day', label: 'В сутки' },
              { value: 'week', label: 'В неделю' },
              { value: 'month', label: 'В месяц' },
              { value: 'quarter', label: 'В квартал' },
            ]}
            {...form.field('unit')}
          />
        </Sample>
        <Sample state="Недоступно">
          <Segmented
            label="Единица"
            options={[{ value: 'sum', label: 'Рубли' }]}
            value="sum"
            onChange={NOTHING}
            disabled
          />
        </Sample>
        <Sample state="Отказ: выбор, группа">
          <Segmented
            label="Что это было"
            options={[
              { value: 'explained', label: 'Объяснено' },
              { value: 'theft', label: 'Хищение' },
            ]}
            value={null}
            onChange={NOTHING}
            error="Решение уже принято"
          />
          <FieldSet label="Что может ключ" error="Выберите, что может ключ">
            {(aria) => <Checkbox {...aria} label="Читать операции" checked={false} onChange={NOTHING} />}
          </FieldSet>
        </Sample>
        <Sample state="Оформление: образец и настоящее">
          <SchemeChoice value="dark" />
          <ColorSchemeSwitch />
        </Sample>
      </Samples>
      <Samples parts="Checkbox, CheckBox">
        <Sample state="Обычная, частичная, ошибка">
          <Checkbox label="ДТ зимнее" {...form.checkbox('on')} />
          <Checkbox label="Выбрать все" checked={false} partly onChange={NOTHING} />
          <Checkbox
            label="Согласен на обработку персональных данных"
            checked={false}
            onChange={NOTHING}
            error="Без согласия нельзя продолжить"
          />
          <Checkbox label="Недоступная" checked={false} onChange={NOTHING} disabled />
        </Sample>
        <Sample state="В строке таблицы">
          <CheckBox label="Выбрать карту •• 4821" {...form.checkbox('on')} />
        </Sample>
      </Samples>
      <Samples parts="MoneyField, PhoneField, InnField, SmsCodeField, QuantityStepper">
        <Sample state="Сумма: пустая, больше остатка">
          <MoneyField label="Сумма" size="large" value="" onChange={NOTHING} remainingRubles={1500.5} />
          <MoneyField
            label="Сумма перевода"
            value="900 000"
            onChange={NOTHING}
            error="Недостаточно средств"
          />
        </Sample>
        <Sample state="Телефон, ИНН">
          <PhoneField value="+7 (900) 000-00-01" onChange={NOTHING} />
          <InnField value="7712345671" onChange={NOTHING} checking />
        </Sample>
        <Sample state="Код: начатый, неверный">
          <SmsCodeField value="123" onChange={NOTHING} />
          <SmsCodeField label="Неверный код" value="123456" onChange={NOTHING} error="Неверный код из СМС" />
        </Sample>
        <Sample state="Количество">
          <QuantityStepper label="Карт Роснефть" {...form.field('count')} />
          <QuantityStepper label="Карт Татнефть" value={99} onChange={NOTHING} error="Карт осталось 12" />
        </Sample>
      </Samples>
      <Samples parts="DayField, MomentField, TimeField, PeriodFields">
        <Sample state="День: пустой, не раньше другого">
          <DayField label="Последний день" optional {...form.field('day')} />
          <DayField label="День отгрузки" from="2026-11-20" value="2026-11-05" onChange={NOTHING} />
        </Sample>
        <Sample state="День и время: целое, несуществующее">
          <MomentField label="Выезд, МСК" {...form.field('moment')} />
          <MomentField label="Возвращение, МСК" value="31.02.2026 14:30" onChange={NOTHING} />
        </Sample>
        <Sample state="Время: начатое, несуществующее">
          <TimeField label="Можно с" {...form.field('time')} />
          <TimeField label="Можно до" value="25:00" onChange={NOTHING} />
        </Sample>
        <Sample state="Период">
          <PeriodFields period={period} />
        </Sample>
      </Samples>
      <Samples parts="FormShell">
        <Sample state="Отказ с полями, чего не хватает">
          <FormShell
            title="Пополнение"
            submitLabel="Выставить счёт"
            onSubmit={NOTHING}
            action={{
              isPending: false,
              error: {
                message: null,
                fields: { sum: ['Сумма указывается цифрами'], period: ['Период не указан'] },
              },
            }}
            disabledReason="Укажите сумму больше нуля"
          >
            <p>Поля формы</p>
          </FormShell>
        </Sample>
        <Sample state="Отправляется">
          <FormShell submitLabel="Сохранить" onSubmit={NOTHING} action={{ isPending: true, error: null }}>
            <p>Поля формы</p>
          </FormShell>
        </Sample>
      </Samples>
    </>
  );
}
