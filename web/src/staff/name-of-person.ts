/** Name and surname of a person, as lists show them. */
export function nameOfPerson(person: { firstname: string | null; lastname: string | null }): string {
  return [person.firstname, person.lastname].filter(Boolean).join(' ') || 'Без имени';
}
