"""Recomputes a client's tax of a year from exported files alone: books of both sides, the statement, files of the State's forms.

Prints JSON: `problems` (what differs, in words) and `counts` (what was seen). Sums are whole kopecks. Standard library only.
"""
import csv
import datetime
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

FOLDER = pathlib.Path(sys.argv[1])
SHEET = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
FIRST_5B = '2026-04'
FIRST_DAY, LAST_DAY = datetime.date(2025, 7, 1), datetime.date(2026, 6, 30)
problems = []


def expect(name, found, wanted):
    if found != wanted:
        problems.append(f'{name}: {found} instead of {wanted}')


def kopecks(text):
    sign = -1 if str(text).startswith('-') else 1
    rubles, _, rest = str(text).lstrip('-').replace(',', '.').partition('.')
    return sign * (int(rubles or 0) * 100 + int((rest + '00')[:2]))


def vat_within(gross, rate):
    """Half a kopeck rounds away from zero."""
    sign = -1 if gross < 0 else 1
    return sign * ((2 * abs(gross) * rate + 100 + rate) // (2 * (100 + rate)))


def rate_on(day):
    return 20 if day < datetime.date(2026, 1, 1) else 22


def read_day(text):
    day, month, year = text.split('.')
    return datetime.date(int(year), int(month), int(day))


def quarter_of(day):
    return f'{day.year}Q{(day.month + 2) // 3}'


# --- Files of the State's forms ---

def read_documents():
    upds, advances, corrections = {}, {}, {}
    for file in sorted(FOLDER.glob('*.xml')):
        document = ElementTree.parse(file).getroot().find('Документ')
        correction = document.find('СвКСчФ')
        if correction is not None:
            number = correction.get('НомерКСчФ')
            corrections[number] = read_correction(document, correction)
            continue
        head = document.find('СвСчФакт')
        table = document.find('ТаблСчФакт')
        total = table.find('ВсегоОпл')
        read = {
            'day': read_day(head.get('ДатаДок')),
            'gross': kopecks(total.get('СтТовУчНалВсего')),
            'vat': kopecks(total.find('СумНалВсего/СумНал').text),
            'lines': [
                (line.get('НалСт'), kopecks(line.get('СтТовУчНал')), kopecks(line.find('СумНал/СумНал').text))
                for line in table.findall('СведТов')
            ],
            'payments': [kopecks(paid.get('СуммаПРД')) for paid in head.findall('СвПРД')],
            'named': [text.get('Значен') for text in head.findall("ИнфПолФХЖ1/ТекстИнф[@Идентиф='Строка5б']")],
        }
        (advances if document.get('Функция') == 'СЧФ' else upds)[head.get('НомерДок')] = read
    return upds, advances, corrections


def read_correction(document, head):
    table = document.find('ТаблКСчФ')
    more, less = table.find('ВсегоУвел'), table.find('ВсегоУм')
    total = lambda part, of: 0 if part is None else kopecks(of(part))
    gross = lambda part: part.get('СтТовУчНалВсего')
    vat = lambda part: part.find('СумНал').text
    return {
        'day': read_day(head.get('ДатаКСчФ')),
        'original': head.find('СчФ').get('НомерСчФ'),
        'gross': total(more, gross) - total(less, gross),
        'vat': total(more, vat) - total(less, vat),
    }


def check_documents(upds, advances):
    rates = set()
    for number, upd in upds.items():
        for rate, gross, vat in upd['lines']:
            percent = int(rate.rstrip('%'))
            rates.add(percent)
            expect(f'VAT of a line of {number}', vat, vat_within(gross, percent))
            # A refund keeps the rate of its purchase, so a line of 2026 may still have 20 %.
            if rate_on(upd['day']) == 20:
                expect(f'rate of a line of {number}', percent, 20)
        expect(f'sum of {number}', upd['gross'], sum(gross for _, gross, _ in upd['lines']))
        expect(f'VAT of {number}', upd['vat'], sum(vat for _, _, vat in upd['lines']))
    for number, advance in advances.items():
        rate = rate_on(advance['day'])
        expect(f'rate of {number}', advance['lines'][0][0], f'{rate}/{100 + rate}')
        expect(f'VAT of {number}', advance['vat'], vat_within(advance['gross'], rate))
        if sum(advance['payments']) > advance['gross']:
            problems.append(f'payments of {number} exceed its sum')
    return sorted(rates)


# --- The statement: movements of the books ---

def read_statement():
    with open(FOLDER / 'statement.csv', encoding='utf-8-sig', newline='') as file:
        lines = list(csv.reader(file, delimiter=';'))[1:]
    moved = [
        {'day': read_day(sold or day), 'sum': kopecks(amount), 'is_bank': 'Банк' in (source, target)}
        for day, _, _, source, target, amount, _, sold, *_ in lines
        if amount
    ]
    return moved, kopecks(lines[-1][6])


def sum_between(moved, first, last, choose):
    return sum(row['sum'] for row in moved if first <= row['day'] <= last and choose(row))


# --- Advances of five days, counted from the first day of each month ---

def list_five_days():
    day = FIRST_DAY
    while day <= LAST_DAY:
        last = day
        while (last - day).days < 4 and (last + datetime.timedelta(1)).month == day.month:
            last += datetime.timedelta(1)
        yield day, last
        day = last + datetime.timedelta(1)


def play_advances(moved):
    """Returns the advances by their day, and what is set off of each by quarter and kind, as (gross, VAT), and by month."""
    balance, stock, offsets, shipped_in = 0, [], {}, {}

    def take(items, wanted, kind, last):
        rest = wanted
        for item in items:
            used = min(item['left'], rest)
            if used <= 0:
                continue
            whole = lambda left: item['vat'] if left == item['gross'] else vat_within(left, item['rate'])
            vat = whole(item['left']) - whole(item['left'] - used)
            key = (item['day'], quarter_of(last), kind)
            before = offsets.get(key, (0, 0))
            if kind == 'shipment':
                shipped_in.setdefault(last.strftime('%Y-%m'), set()).add(item['day'])
            offsets[key] = (before[0] + used, before[1] + vat)
            item['left'] -= used
            rest -= used
        return wanted - rest

    for first, last in list_five_days():
        received = sum_between(moved, first, last, lambda row: row['is_bank'] and row['sum'] > 0)
        returned = -sum_between(moved, first, last, lambda row: row['is_bank'] and row['sum'] < 0)
        shipped = -sum_between(moved, first, last, lambda row: not row['is_bank'])
        before, balance = balance, balance + received - returned - shipped
        came = max(0, received - returned) + max(0, -shipped)
        advance = min(came, max(0, balance))
        used = max(0, before) + advance - max(0, balance)
        back = take(reversed(stock), min(max(0, returned - received), used), 'return', last)
        take(stock, used - back, 'shipment', last)
        if advance > 0:
            rate = rate_on(last)
            vat = vat_within(advance, rate)
            stock.append({'day': last, 'gross': advance, 'vat': vat, 'left': advance, 'rate': rate})
    return stock, offsets, balance, shipped_in


# --- Books of both sides ---

def read_sheet(file):
    with zipfile.ZipFile(file) as book:
        names = book.namelist()
        texts = []
        if 'xl/sharedStrings.xml' in names:
            shared = ElementTree.fromstring(book.read('xl/sharedStrings.xml'))
            texts = [''.join(part.text or '' for part in item.iter(f'{SHEET}t')) for item in shared]
        sheet = ElementTree.fromstring(book.read('xl/worksheets/sheet1.xml'))
    for row in list(sheet.iter(f'{SHEET}row'))[1:]:
        cells = {}
        for cell in row.iter(f'{SHEET}c'):
            value = cell.find(f'{SHEET}v')
            text = ''.join(part.text or '' for part in cell.iter(f'{SHEET}t'))
            if value is not None:
                text = texts[int(value.text)] if cell.get('t') == 's' else value.text
            cells[re.sub(r'\d', '', cell.get('r'))] = text
        yield cells


def read_books(side):
    found = []
    for file in sorted(FOLDER.glob(f'{side}-*.xlsx')):
        quarter = file.stem.split('-')[1]
        for cells in read_sheet(file):
            if not cells.get('B'):
                continue
            number = cells['C'].split(' от ')[0].removeprefix('№ ')
            found.append({
                'quarter': quarter,
                'is_sales': cells['A'].startswith('Книга продаж'),
                'code': cells['B'],
                'number': number,
                'gross': kopecks(f'{float(cells["G"]):.2f}'),
                'vat': kopecks(f'{float(cells["H"]):.2f}'),
                'is_correction': bool(cells.get('D')),
                'shipped_by': split_named(cells.get('K')),
                'paid_by': split_named(cells.get('L')),
            })
    return found


def split_named(cell):
    return set(cell.split('; ')) if cell else set()


def check_named(upds, advances, operator, shipped_in):
    """Line 5б of the files against columns 11а and 7а, and against the advances that the movements of each month set off."""
    by_upd, by_advance, by_month = {}, {}, {}
    for number, upd in upds.items():
        for advance in (named.removeprefix('№ ') for named in upd['named']):
            name, month = advance.split(' от ')[0], upd['day'].strftime('%Y-%m')
            expect(f'date of {name} in {number}', read_day(advance.split(' от ')[1]), advances[name]['day'])
            by_upd.setdefault(number, set()).add(advance)
            by_month.setdefault(month, set()).add(advances[name]['day'])
            by_advance.setdefault((name, quarter_of(upd['day'])), set()).add(f'{number} от {upd["day"]:%d.%m.%Y}')
    expect('advances that УПД name', by_month, {month: days for month, days in shipped_in.items() if month >= FIRST_5B})
    for row in operator:
        is_upd, is_set_off = row['code'] == '01' and not row['is_correction'], row['code'] == '22'
        expect(f'column 11а of {row["number"]}', row['paid_by'], by_upd.get(row['number'], set()) if is_upd else set())
        wanted = by_advance.get((row['number'], row['quarter']), set()) if is_set_off else set()
        expect(f'column 7а of {row["number"]}', row['shipped_by'], wanted)
    return sum(len(named) for named in by_upd.values())


def expected_rows(upds, advances, corrections, offsets):
    """Rows as the client has them: book, code, number, quarter, gross and VAT."""
    rows = []
    for number, upd in upds.items():
        rows.append((False, '01', number, quarter_of(upd['day']), upd['gross'], upd['vat']))
    for number, advance in advances.items():
        rows.append((False, '02', number, quarter_of(advance['day']), advance['gross'], advance['vat']))
    for change in corrections.values():
        lowered = change['vat'] < 0
        code, sign = ('18', -1) if lowered else ('01', 1)
        rows.append((lowered, code, change['original'], quarter_of(change['day']), sign * change['gross'], sign * change['vat']))
    names = {advance['day']: number for number, advance in advances.items()}
    for (day, quarter, _), (gross, vat) in offsets.items():
        rows.append((True, '21', names.get(day, '?'), quarter, gross, vat))
    return sorted(rows)


def main():
    upds, advances, corrections = read_documents()
    rates = check_documents(upds, advances)
    moved, closing = read_statement()
    stock, offsets, balance, shipped_in = play_advances(moved)

    expect('advances', {item['day']: item['gross'] for item in stock}, {one['day']: one['gross'] for one in advances.values()})
    expect('balance of the statement', balance, closing)
    expect('open advances', sum(item['left'] for item in stock), max(0, closing))

    wanted = expected_rows(upds, advances, corrections, offsets)
    shape = lambda row, code: (row['code'] if code is None else code, row['number'], row['quarter'], row['gross'], row['vat'])
    client = read_books('client')
    expect('the client’s books', sorted((row['is_sales'], *shape(row, None)) for row in client), wanted)
    operator = read_books('operator')
    mirrored = [(not row['is_sales'], *shape(row, '21' if row['code'] == '22' else None)) for row in operator]
    expect('the operator’s books', sorted(mirrored), wanted)
    named = check_named(upds, advances, operator, shipped_in)

    shipped = -sum(row['sum'] for row in moved if not row['is_bank'])
    papers = sum(upd['gross'] for upd in upds.values()) + sum(change['gross'] for change in corrections.values())
    expect('documents against the statement', papers, shipped)
    charged = sum(advance['vat'] for advance in advances.values()) - sum(vat for _, vat in offsets.values())
    left = sum(vat_within(item['left'], item['rate']) for item in stock)
    expect('VAT of open advances', charged, left)
    returns = sum(1 for _, _, kind in offsets if kind == 'return')
    counts = {'upd': len(upds), 'advance': len(advances), 'ukd': len(corrections), 'rates': rates, 'returns': returns, 'named': named}
    print(json.dumps({'problems': problems, 'counts': counts}, ensure_ascii=False, default=str))


main()
