/** Details that the programme's operator sets in its configuration. */
export type Operator = {
  name: string;
  /** Phone in its written form: `8 800 000-00-00`. */
  phone: string;
  email: string;
  documents: readonly { title: string; href: string }[];
  /** One line of requisites. */
  legal?: string;
  /** Address for visitors and postal letters. */
  address?: string;
};
