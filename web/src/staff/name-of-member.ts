/** Name and surname of a member of the staff, as lists show them. */
export function nameOfMember(member: { firstname: string | null; lastname: string | null }): string {
  return [member.firstname, member.lastname].filter(Boolean).join(' ') || 'Без имени';
}
