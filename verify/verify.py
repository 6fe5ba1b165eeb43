#!/usr/bin/env python3
"""Verifies a signed bundle of the portal without the portal: python3 verify.py bundle.zip [--key=HEX].

Prints a line for each fault with its place, then what was read. Exits with 0 when nothing is wrong, with 1 when something is, with 2 when
there is no such bundle. Needs Python 3.9 and its standard library only. docs/bundle.md of the portal describes each file, each
field and each rule; sums are whole kopecks.
"""
import base64
import datetime
import gzip
import hashlib
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
import zlib

REFUND = 10
FEE_TITLE = 'Сервисный сбор'
FILE_HEAD = b'magistral-bundle-file\n'
NAMES = 'accounts transfers vat_rates documents figures xml advances offsets evidence evidence_ends audit_seals'
FILES = [f'{name}.jsonl' for name in NAMES.split()]


class Enough(Exception):
    """Ends a check that was asked for its first fault only."""


# --- Ed25519 (RFC 8032): points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x·y = T/Z ---

P = 2 ** 255 - 19
ORDER = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add_points(a, b):
    minus = (a[1] - a[0]) * (b[1] - b[0]) % P
    plus = (a[1] + a[0]) * (b[1] + b[0]) % P
    t = 2 * a[3] * b[3] * D % P
    z = 2 * a[2] * b[2] % P
    e, f, g, h = plus - minus, z - t, z + t, plus + minus
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(factor, point):
    result = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = add_points(result, point)
        point = add_points(point, point)
        factor >>= 1
    return result


def decode_point(data):
    """The point of 32 bytes, or None when they are not one in its only notation."""
    number = int.from_bytes(data, 'little')
    y, sign = number & (2 ** 255 - 1), number >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def is_signed(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    owner, commitment = decode_point(key), decode_point(signature[:32])
    scalar = int.from_bytes(signature[32:], 'little')
    if owner is None or commitment is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % ORDER
    left, right = multiply(scalar, BASE), add_points(commitment, multiply(challenge, owner))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# What reading a damaged ZIP, or a field of another kind, raises.
BROKEN = (
    OSError, EOFError, ValueError, KeyError, IndexError, TypeError, AttributeError, NotImplementedError, RuntimeError,
    zipfile.BadZipFile, zlib.error, ElementTree.ParseError,
)


class Verifier:
    def __init__(self, path, key=None, first_only=False):
        self.path, self.key, self.first_only = path, key, first_only
        self.faults, self.notes, self.counts, self.manifest = [], [], {}, {}

    def fault(self, where, what):
        self.faults.append(f'{where}: {what}')
        if self.first_only:
            raise Enough

    def expect(self, where, name, found, wanted):
        if found != wanted:
            self.fault(where, f'{name} is {found}, not {wanted}')

    def run(self):
        """Returns the faults; an empty list means that the bundle is what was signed, and agrees with itself."""
        try:
            self.check()
        except Enough:
            pass
        return self.faults

    def check(self):
        try:
            self.container = zipfile.ZipFile(self.path)
        except BROKEN as error:
            self.fault('bundle', f'is not a ZIP that can be read: {error}')
            return
        with self.container:
            if self.check_manifest():
                self.check_contents()

    def check_contents(self):
        for step in (
            self.check_books, self.read_rates, self.read_documents, self.check_figures, self.check_xml, self.check_advances,
            self.check_evidence, self.check_audit,
        ):
            try:
                step()
            except BROKEN as error:
                self.fault(step.__name__, f'a field is missing or is not of its kind: {error!r}')

    # --- Signatures and hashes ---

    def check_manifest(self):
        """Says whether the files are those that were signed; only then is it worth reading them."""
        before = len(self.faults)
        try:
            text, signature = self.container.read('manifest.json'), self.container.read('manifest.sig')
            self.manifest = json.loads(text)
            listed = {entry['name']: entry for entry in self.manifest['files']}
            key = bytes.fromhex(self.manifest['public_key'])
        except BROKEN as error:
            self.fault('manifest.json', f'can’t be read: {error}')
            return False
        self.check_hashes(listed)
        if not is_signed(key, text, signature):
            self.fault('manifest.json', 'is not what was signed')
        self.check_file_signature(key)
        if self.key is None:
            self.notes.append(f'signed with the key {key.hex()}: compare it with the one that the operator has published')
        elif self.key != key:
            self.fault('manifest.json', f'was signed with the key {key.hex()}, not with {self.key.hex()}')
        self.expect('manifest.json', 'the format', (self.manifest['format'], self.manifest['version']), ('magistral-bundle', 1))
        return len(self.faults) == before

    def check_hashes(self, listed):
        wanted = set(FILES) | ({'audit_lines.jsonl'} if self.manifest.get('scope') == 'programme' else set())
        for name in sorted(wanted - set(listed)):
            self.fault(name, 'is not listed in the manifest')
        names = self.container.namelist()
        for name in sorted(set(names) - set(listed) - {'manifest.json', 'manifest.sig'}):
            self.fault(name, 'is in the bundle and not in the manifest')
        if len(names) != len(set(names)):
            self.fault('bundle', 'has two files of one name')
        for name, entry in listed.items():
            digest, size = hashlib.sha256(), 0
            try:
                with self.container.open(name) as file:
                    while part := file.read(1 << 20):
                        digest.update(part)
                        size += len(part)
            except BROKEN as error:
                self.fault(name, f'can’t be read: {error}')
                continue
            if (digest.hexdigest(), size) != (entry['sha256'], entry['bytes']):
                self.fault(name, 'is not the file that was signed')

    def check_file_signature(self, key):
        """The comment of the ZIP signs every byte before it, so also those that no reader of a ZIP regards."""
        digest, size = hashlib.sha256(), os.path.getsize(self.path) - 64
        with open(self.path, 'rb') as file:
            while file.tell() < size and (part := file.read(min(size - file.tell(), 1 << 20))):
                digest.update(part)
                end = part
            signature = file.read()
        if size < 22 or end[-2:] != b'\x40\x00' or not is_signed(key, FILE_HEAD + digest.digest(), signature):
            self.fault('bundle', 'a byte of the ZIP is not what was signed')

    def rows(self, name):
        """Each row of a file with its place; the number of rows is the one of the manifest."""
        number = 0
        with self.container.open(name) as file:
            for number, line in enumerate(file, 1):
                yield f'{name}:{number}', json.loads(line)
        self.counts[name] = number
        entry = next(entry for entry in self.manifest['files'] if entry['name'] == name)
        self.expect(name, 'the number of rows', number, entry['rows'])

    # --- The books ---

    def check_books(self):
        company = (self.manifest.get('company') or {}).get('id')
        accounts, sums = {}, {}
        for where, row in self.rows('accounts.jsonl'):
            if row['id'] in accounts:
                self.fault(where, f'account {row["id"]} is there twice')
            self.expect(where, 'the company', row['company_id'], company or row['company_id'])
            accounts[row['id']] = {**row, 'where': where, 'moved': 0, 'last': row['opening']}
            before, after = sums.get(row['company_id'], (0, 0))
            sums[row['company_id']] = (before + row['opening'], after + row['closing'])
        for owner, (before, after) in sums.items():
            self.expect('accounts.jsonl', f'the sum of all accounts of company {owner} before the first day', before, 0)
            self.expect('accounts.jsonl', f'the sum of all accounts of company {owner} after the last day', after, 0)
        self.booked, last_id = {}, 0
        first, end = start_of(self.manifest['from']), start_of(self.manifest['to'], 1)
        for where, row in self.rows('transfers.jsonl'):
            if row['id'] <= last_id:
                self.fault(where, f'transfer {row["id"]} is not in its order')
            last_id = row['id']
            if row['amount'] <= 0:
                self.fault(where, f'transfer {row["id"]} moves {row["amount"]}')
            if not first <= row['posted_at'] < end:
                self.fault(where, f'transfer {row["id"]} is of {row["posted_at"]}, outside of the days')
            self.check_entry(where, row, accounts, 'from', -row['amount'])
            self.check_entry(where, row, accounts, 'to', row['amount'])
            self.book_sale(row, accounts)
        for account in accounts.values():
            name = f'account {account["id"]} ({account["kind"]})'
            self.expect(account['where'], f'the closing balance of {name}', account['closing'], account['opening'] + account['moved'])
            if account['between'] == 0:
                self.expect(account['where'], f'the last entry of {name}', account['last'], account['closing'])

    def check_entry(self, where, row, accounts, side, amount):
        account = accounts.get(row[side])
        name = f'transfer {row["id"]}: its entry of account {row[side]}'
        if account is None:
            self.fault(where, f'{name} is of an unknown account')
            return
        before, after = row[f'{side}_before'], row[f'{side}_after']
        self.expect(where, f'{name}, the company', row['company_id'], account['company_id'])
        if before is None or after is None:
            self.fault(where, f'{name} is missing')
            return
        self.expect(where, f'{name}, the balance after it', after, before + amount)
        # Where a clock went back, entries of other days lie between, and only the sum is known.
        if account['between'] == 0:
            self.expect(where, f'{name}, the balance before it', before, account['last'])
        account['last'] = after
        account['moved'] += amount

    def book_sale(self, row, accounts):
        """Adds up what each operation has moved to networks and to the programme: the price of a sale."""
        if row['subject_kind'] != 'operation':
            return
        for side, amount in (('from', -row['amount']), ('to', row['amount'])):
            if accounts.get(row[side], {}).get('kind') in ('network', 'programme'):
                self.booked[row['subject_id']] = self.booked.get(row['subject_id'], 0) + amount

    # --- Tax ---

    def read_rates(self):
        self.rates = [(row['since'], row['percent']) for _, row in self.rows('vat_rates.jsonl')]
        self.expect('vat_rates.jsonl', 'the order of days', [day for day, _ in self.rates], sorted(day for day, _ in self.rates))

    def rate_on(self, day):
        return [percent for since, percent in self.rates if since <= day][-1]

    # --- Documents and the figures that they were made from ---

    def read_documents(self):
        self.documents, self.by_figures = {}, {}
        for where, row in self.rows('documents.jsonl'):
            self.documents[row['id']] = {**row, 'where': where}
            if row['figures']:
                self.by_figures.setdefault(row['figures'], []).append(self.documents[row['id']])

    def check_figures(self):
        self.closings, self.named, open_month, unsold, seen = {}, [], None, 0, set()
        for where, row in self.rows('figures.jsonl'):
            data = base64.b64decode(row['base64'], validate=True)
            self.expect(where, 'the hash of a file of figures', hashlib.sha256(data).hexdigest(), row['sha256'])
            read = json.loads(gzip.decompress(data))
            seen.add(row['sha256'])
            if 'networks' in read:
                unsold += self.finish_month(open_month)
                open_month = Month(where, row['sha256'], read)
            elif open_month is None or row['sha256'] not in open_month.parts:
                self.fault(where, 'a part belongs to no figures')
            else:
                part = open_month.parts.pop(row['sha256'])
                self.expect(where, 'the number of sales', len(read['sales']), part['lines'])
                for sale in read['sales']:
                    self.check_sale(where, open_month, sale)
        unsold += self.finish_month(open_month)
        for sha256 in sorted(set(self.by_figures) - seen):
            self.fault(self.by_figures[sha256][0]['where'], f'the figures {sha256} are missing')
        self.check_months()
        if unsold:
            self.notes.append(f'{unsold} months have no list of their sales: they are of the demonstration, or of before the lists')

    def check_sale(self, where, month, sale):
        number, kind, partner, _, _, title, quantity, _, gross, price, _, sold_at, taxed_at = sale[:13]
        unit = sale[13] if len(sale) > 13 else 'litres'
        sign = -1 if kind == REFUND else 1
        discount, surcharge, fee = price or (0, 0, 0)
        charged = sign * (gross - discount + surcharge + fee)
        network = month.networks.setdefault(partner, empty_network())
        litres = sign * quantity if unit == 'litres' else 0
        sums = {'sum': charged, 'station': sign * gross, 'change': sign * (surcharge - discount), 'fee': sign * fee}
        for field, value in {'lines': 1, 'centilitres': litres, **sums}.items():
            network[field] += value
        rate = self.rate_on(moscow_day(taxed_at))
        add_line(network['goods'], (title, rate, False), charged - sign * fee, sign * quantity)
        if fee:
            add_line(network['goods'], (FEE_TITLE, rate, True), sign * fee, 0)
        if number in self.booked:
            self.expect(where, f'sale {number}', charged, self.booked[number])

    def finish_month(self, month):
        """Checks a month whose parts were all read. Says whether its sales are not listed."""
        if month is None:
            return 0
        where, read = month.where, month.read
        for sha256 in month.parts:
            self.fault(where, f'the part {sha256} is missing')
        spent = sum(self.check_network(month, network) for network in read['networks'])
        self.named.append((where, read['month'], [one for network in read['networks'] for one in network.get('advanceInvoices', [])]))
        paid = sum(row['sum'] for row in read['payments'] + read.get('corrections', []))
        made = self.by_figures.get(month.sha256, [])
        for row in made:
            self.check_document(row, read)
        acts = [row for row in made if row['kind'] == 'reconciliation']
        if acts:
            self.expect(where, f'the closing balance of {read["month"]}', read['closing'], read['opening'] + paid - spent)
        if any(not act['withdrawn_at'] for act in acts):
            self.closings.setdefault(read['companyId'], {})[read['month']] = (read['opening'], read['closing'], where)
        return 0 if month.is_listed else 1

    def check_network(self, month, network):
        """Returns what a network's month costs the client, from its own lines."""
        name = f'{month.read["month"]}, network {network["partnerId"]}'
        sales, services = network['sales'], network.get('services', [])
        lines = (sales['goods'] if sales else []) + services
        # Fuel of closed months that came back stands in corrections of their documents, and in no line of this one.
        corrections = network.get('returns', [])
        returned = [line for correction in corrections for line in correction['goods']]
        for correction in corrections:
            change = sum(line['gross'] for line in correction['goods'])
            self.expect(month.where, f'{name}, the change by {correction["number"]}', correction['change'], change)
        for line in lines:
            wanted = vat_within(line['gross'], line['ratePercent'])
            self.expect(month.where, f'{name}, VAT of «{line["title"]}»', line['vat'], wanted)
            self.expect(month.where, f'{name}, the net sum of «{line["title"]}»', line['net'], line['gross'] - line['vat'])
        if sales:
            self.expect(month.where, f'{name}, the sum of its lines', sum(line['gross'] for line in sales['goods'] + returned), sales['sum'])
            self.expect(month.where, f'{name}, the sum of prices', sales['station'] + sales['change'] + sales['fee'], sales['sum'])
        if sales and month.is_listed:
            counted = month.networks.get(network['partnerId'], empty_network())
            self.expect(month.where, f'{name}, the totals', {**sales, **{**counted, 'goods': sales['goods']}}, sales)
            stated = {}
            for line in sales['goods'] + returned:
                add_line(stated, (line['title'], line['ratePercent'], line['isService']), line['gross'], line['centilitres'])
            self.expect(month.where, f'{name}, the lines of goods', clean(stated), clean(counted['goods']))
        return sum(line['gross'] for line in lines + returned)

    def check_document(self, row, read):
        name = f'document {row["id"]}'
        self.expect(row['where'], f'{name}, company and month', (row['company_id'], row['month']), (read['companyId'], read['month']))
        if row['kind'] not in ('upd', 'register'):
            return
        network = next((one for one in read['networks'] if one['partnerId'] == row['partner_id']), None)
        if network is None:
            return self.fault(row['where'], f'{name} has no network in its figures')
        lines = (network['sales']['goods'] if network['sales'] else []) + network.get('services', [])
        totals = sum(line['gross'] for line in lines), sum(line['vat'] for line in lines)
        wanted = (network['sales'] and network['sales']['sum'], None) if row['kind'] == 'register' else totals
        self.expect(row['where'], f'{name}, the sum and VAT', (row['sum'], row['vat']), wanted)

    def check_months(self):
        for company, months in self.closings.items():
            for month, (opening, _, where) in months.items():
                if earlier := months.get(previous_month(month)):
                    self.expect(where, f'the opening balance of {month} of company {company}', opening, earlier[1])

    # --- Files in the forms of the State ---

    def check_xml(self):
        wanted = {row['xml']: row for row in self.documents.values() if row['xml']}
        for where, row in self.rows('xml.jsonl'):
            data = base64.b64decode(row['base64'], validate=True)
            self.expect(where, 'the hash of a file of XML', hashlib.sha256(data).hexdigest(), row['sha256'])
            if row['sha256'] in wanted:
                self.check_form(where, wanted.pop(row['sha256']), ElementTree.fromstring(data).find('Документ'))
            else:
                self.fault(where, 'a file of XML belongs to no document')
        for row in wanted.values():
            self.fault(row['where'], f'the XML of document {row["id"]} is missing')

    def check_form(self, where, document, form):
        table = form.find('ТаблСчФакт')
        if table is None:
            return
        name = f'the XML of document {document["id"]}'
        gross = vat = 0
        for line in table.findall('СведТов'):
            sums = kopecks(line.get('СтТовУчНал')), xml_vat(line.find('СумНал'))
            rate = re.match(r'\d+', line.get('НалСт'))
            wanted = vat_within(sums[0], int(rate[0]) if rate else None)
            self.expect(where, f'{name}, VAT of line {line.get("НомСтр")}', sums[1], wanted)
            gross, vat = gross + sums[0], vat + sums[1]
        total = table.find('ВсегоОпл')
        self.expect(where, f'{name}, the total', kopecks(total.get('СтТовУчНалВсего')), gross)
        self.expect(where, f'{name}, VAT', xml_vat(total.find('СумНалВсего')), vat)
        if document['sum'] is not None:
            self.expect(where, f'{name}, the sum and VAT of the document', (gross, vat), (document['sum'], document['vat'] or 0))

    # --- Advances ---

    def check_advances(self):
        advances = {}
        for where, row in self.rows('advances.jsonl'):
            advances[row['id']] = row
            name = f'advance {row["id"]}'
            self.expect(where, f'{name}, VAT', row['vat'], vat_within(row['gross'], row['rate']))
            if row['rate'] is not None:
                self.expect(where, f'{name}, the rate', row['rate'], self.rate_on(row['dated_on']))
            if document := self.documents.get(row['document']):
                self.expect(where, f'{name}, its document', (row['gross'], row['vat']), (document['sum'], document['vat']))
        used, shipped = {}, {}
        for where, row in self.rows('offsets.jsonl'):
            if row['kind'] == 'shipment':
                shipped.setdefault(row['advance'], []).append((row['ends_on'][:7], row['gross']))
            gross, vat = used.get(row['advance'], (0, 0))
            used[row['advance']] = (gross + row['gross'], vat + row['vat'])
            if not (advance := advances.get(row['advance'])):
                continue
            left = advance['gross'] - used[row['advance']][0]
            if left < 0:
                self.fault(where, f'more was set off of advance {row["advance"]} than there was')
            else:
                rest = advance['vat'] - used[row['advance']][1]
                self.expect(where, f'advance {row["advance"]}, VAT of what is left', rest, vat_within(left, advance['rate']))
        self.check_named(advances, shipped)

    def check_named(self, advances, shipped):
        """Invoices for advances that УПД name: as they were issued, and no more of each than was shipped by then."""
        for where, month, named in self.named:
            parts = {}
            for one in named:
                parts[one['id']] = parts.get(one['id'], 0) + one['sum']
                if row := advances.get(one['id']):
                    wanted = f'А-{row["number"]:06d}', row['dated_on']
                    self.expect(where, f'advance {one["id"]}, as {month} names it', (one['number'], one['dateIso']), wanted)
            for number, part in parts.items():
                by_then = sum(gross for until, gross in shipped.get(number, []) if until <= month)
                if number in advances and part > by_then:
                    self.fault(where, f'{month} names {part} of advance {number}, of which {by_then} were shipped')

    # --- Chains ---

    def check_evidence(self):
        ends = {row['company_id']: row for _, row in self.rows('evidence_ends.jsonl')}
        last, decided = {}, {}
        for where, row in self.rows('evidence.jsonl'):
            company = row['company_id']
            before = last.get(company, {'place': 0, 'hash': '00' * 32} if row['place'] == 1 else None)
            if before is not None:
                self.expect(where, f'the place in the chain of company {company}', row['place'], before['place'] + 1)
                self.expect(where, 'the hash of the record before', row['previous_hash'], before['hash'])
            text = bytes.fromhex(row['previous_hash']) + row['record'].encode()
            self.expect(where, 'the hash of the record', row['hash'], hashlib.sha256(text).hexdigest())
            record = json.loads(row['record'])
            columns = row['place'], row['act'], row['document'], company, row['at'][:23]
            stated = record['place'], record['act'], record['document']['id'], record['company']['id'], record['at'][:23]
            self.expect(where, 'what the columns repeat of the record', columns, stated)
            last[company] = row
            decided[row['document'], row['act']] = row['at']
            if document := self.documents.get(row['document']):
                self.expect(where, f'the file of document {row["document"]}', document['file'], record['document']['sha256'])
                if figures := record['document'].get('figures'):
                    self.expect(where, f'the figures of document {row["document"]}', document['figures'], figures)
        for company, row in last.items():
            end = ends.get(company, {'place': 0, 'hash': '00' * 32})
            self.expect('evidence_ends.jsonl', f'the end of the chain of company {company}', (end['place'], end['hash']), (row['place'], row['hash']))
        self.check_decisions(decided)

    def check_decisions(self, decided):
        unproven = 0
        for document in self.documents.values():
            for act, field in (('accepted', 'received_at'), ('objected', 'objected_at')):
                at = decided.get((document['id'], act))
                if at is None and document[field] is not None:
                    unproven += 1
                elif at != document[field]:
                    self.fault(document['where'], f'document {document["id"]}: {field} is {document[field]}, its evidence is of {at}')
        if unproven:
            self.notes.append(f'{unproven} decisions about documents have no evidence: they are of the demonstration, or of before the log')

    def check_audit(self):
        sealed, last = {}, None
        for where, row in self.rows('audit_seals.jsonl'):
            last = last or ({'place': 0, 'hash': ''} if row['place'] == 1 else None)
            if last is not None:
                self.expect(where, 'the place of the seal', row['place'], last['place'] + 1)
                self.expect(where, 'the hash of the seal before', row['previous_hash'], last['hash'])
            last = row
            if 'ids' not in row:
                continue
            head = json.dumps([row['place'], row['sealed_at'], row['ids']], separators=(',', ':'))
            text = bytes.fromhex(row['previous_hash']) + head.encode() + bytes.fromhex(row['hashes'])
            self.expect(where, 'the hash of the seal', row['hash'], hashlib.sha256(text).hexdigest())
            for index, number in enumerate(row['ids']):
                sealed[number] = row['hashes'][64 * index:64 * index + 64]
        if self.manifest['scope'] != 'programme':
            return
        for where, row in self.rows('audit_lines.jsonl'):
            wanted = sealed.pop(row['id'], None)
            self.expect(where, f'the hash of line {row["id"]}', hashlib.sha256(row['text'].encode()).hexdigest(), wanted)
            self.expect(where, 'the number of the line', json.loads(row['text'])[0], row['id'])
        for number in sealed:
            self.fault('audit_lines.jsonl', f'line {number} is missing')


class Month:
    """Figures of a company's month while their parts are read."""

    def __init__(self, where, sha256, read):
        self.where, self.sha256, self.read = where, sha256, read
        self.parts = {part['sha256']: part for part in read['parts']}
        self.is_listed = bool(self.parts) or all(not network['sales'] for network in read['networks'])
        self.networks = {}


def empty_network():
    return {'lines': 0, 'centilitres': 0, 'sum': 0, 'station': 0, 'change': 0, 'fee': 0, 'goods': {}}


def add_line(lines, key, gross, quantity):
    before = lines.get(key, (0, 0))
    lines[key] = (before[0] + gross, before[1] + quantity)


def clean(lines):
    return {key: sums for key, sums in lines.items() if sums != (0, 0)}


def vat_within(gross, rate):
    """The tax in a gross sum; half a kopeck rounds away from zero. None: no tax is paid."""
    if rate is None:
        return 0
    sign = -1 if gross < 0 else 1
    return sign * ((2 * abs(gross) * rate + 100 + rate) // (2 * (100 + rate)))


def kopecks(text):
    sign = -1 if text.startswith('-') else 1
    rubles, _, rest = text.lstrip('-').partition('.')
    return sign * (int(rubles) * 100 + int((rest + '00')[:2]))


def xml_vat(part):
    found = None if part is None else part.find('СумНал')
    return 0 if found is None else kopecks(found.text)


def start_of(day, later=0):
    """The moment in UTC at which a Moscow day begins, as moments are written in the bundle."""
    return f'{datetime.datetime.fromisoformat(day) + datetime.timedelta(days=later, hours=-3):%Y-%m-%dT%H:%M:%S.000000Z}'


def moscow_day(moment):
    return (datetime.datetime.fromisoformat(moment[:19]) + datetime.timedelta(hours=3)).strftime('%Y-%m-%d')


def previous_month(month):
    return (datetime.date.fromisoformat(f'{month}-01') - datetime.timedelta(days=1)).strftime('%Y-%m')


def main(arguments):
    paths = [argument for argument in arguments if not argument.startswith('--')]
    keys = [argument[6:] for argument in arguments if argument.startswith('--key=')]
    if len(paths) != 1 or len(keys) > 1 or len(paths) + len(keys) != len(arguments) or not os.path.exists(paths[0]):
        print(__doc__, file=sys.stderr)
        return 2
    verifier = Verifier(paths[0], key=bytes.fromhex(keys[0]) if keys else None)
    faults = verifier.run()
    counts = ', '.join(f'{name.partition(".")[0]} {count}' for name, count in verifier.counts.items())
    print(*faults, *verifier.notes, counts, sep='\n')
    print('all as it was signed, and it agrees' if not faults else f'{len(faults)} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
