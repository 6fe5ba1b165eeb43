import { TextField } from '../ui/fields/TextField.tsx';

type Props = { label: string; help: string; text: string; onType: (searchText: string) => void };

/** Field where staff type an INN or a part of a title. Matching clients are offered below. */
export function ClientSearchField({ label, help, text: searchText, onType }: Props) {
  return (
    <TextField
      label={label}
      help={help}
      value={searchText}
      onChange={onType}
      // The form would be sent with the client that was chosen before.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      autoComplete="off"
      autoFocus
    />
  );
}
