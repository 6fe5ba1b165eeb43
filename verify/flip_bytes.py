#!/usr/bin/env python3
"""Proves that verify.py finds damage: python3 flip_bytes.py bundle.zip [--count=1000] [--seed=1] [--piece=0] [--forge].

Each time one byte of a copy of the bundle is changed to any other value, at a place drawn by the seed, and the verifier reads
that file anew. With --forge one figure, hash or text is changed instead, as by an insider who then signs everything again:
hashes and signatures agree, so only the sums and chains can tell. Each piece of a seed draws other places: a long
proof is done in pieces, one a night. Prints what was not found; exits with 1 if there is any.
"""
import json
import os
import random
import shutil
import sys
import tempfile
import zipfile

from verify import Verifier

# Fields that another field, row or file of the bundle says too.
FORGED = {
    'accounts.jsonl': ['opening', 'closing'],
    'transfers.jsonl': ['amount', 'from_before', 'from_after', 'to_before', 'to_after'],
    'advances.jsonl': ['gross', 'vat'],
    'documents.jsonl': ['sum', 'vat'],
    'evidence.jsonl': ['place', 'record', 'previous_hash', 'hash'],
    'evidence_ends.jsonl': ['place', 'hash'],
    'audit_seals.jsonl': ['place', 'hashes', 'hash'],
    'audit_lines.jsonl': ['text'],
}


class Forger(Verifier):
    """Reads a bundle in which one field differs from what was written."""

    def __init__(self, path, forged):
        super().__init__(path, first_only=True)
        self.forged = forged

    def check_manifest(self):
        self.manifest = json.loads(self.container.read('manifest.json'))
        return True

    def rows(self, name):
        for number, (where, row) in enumerate(super().rows(name)):
            if (name, number) == self.forged[:2]:
                row[self.forged[2]] = self.forged[3]
            yield where, row


def flip_bytes(path, count, draw):
    """Yields the places whose other value the verifier has not noticed."""
    size = os.path.getsize(path)
    with open(path, 'r+b', buffering=0) as file:
        for _ in range(count):
            place = draw.randrange(size)
            file.seek(place)
            before = file.read(1)[0]
            change = draw.randrange(1, 256)
            file.seek(place)
            file.write(bytes([before ^ change]))
            if not Verifier(path, first_only=True).run():
                yield f'byte {place}: {before} became {before ^ change} and was not found'
            file.seek(place)
            file.write(bytes([before]))
    if Verifier(path).run():
        yield 'the restored bundle is not what it was'


def forge_fields(path, count, draw):
    """Yields the changed fields that the verifier has not noticed."""
    reader = Forger(path, (None, None))
    with zipfile.ZipFile(path) as reader.container:
        reader.check_manifest()
        choices = [
            (name, number, field, row[field])
            for name, fields in FORGED.items()
            for number, (_, row) in enumerate(Verifier.rows(reader, name))
            for field in fields
            if row[field] is not None and not is_alone(name, row)
        ]
    for _ in range(count):
        name, number, field, value = draw.choice(choices)
        forged = (name, number, field, forge(value, draw))
        if not Forger(path, forged).run():
            yield f'{name}:{number + 1}: {field} became {str(forged[3])[:80]} instead of {str(value)[:80]} and was not found'


def is_alone(name, row):
    """A document that was published by hand has its sum from nowhere else."""
    return name == 'documents.jsonl' and not row['figures']


def forge(value, draw):
    if isinstance(value, int):
        return value + draw.choice([-1, 1]) * draw.randrange(1, 1000)
    place = draw.randrange(len(value))
    return value[:place] + ('1' if value[place] == '0' else '0') + value[place + 1:]


def main(arguments):
    options = dict(argument[2:].split('=') for argument in arguments if '=' in argument)
    path = next(argument for argument in arguments if not argument.startswith('--'))
    count, draw = int(options.get('count', 1000)), random.Random(f'{options.get("seed", 1)}:{options.get("piece", 0)}')
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(path, folder)
        change = forge_fields if '--forge' in arguments else flip_bytes
        missed = 0
        for line in change(copy, count, draw):
            missed += 1
            print(line)
    print(f'{count} changes, {missed} not found')
    return 1 if missed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
