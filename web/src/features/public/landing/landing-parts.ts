/** Elements of the landing page that its script has to find: the page sets the mark, the script uses the selector. */
export const PART = {
  login: part('login'),
  order: part('order'),
  colours: part('colours'),
  holiday: part('holiday'),
  saving: part('saving'),
  savingField: part('saving-field'),
  savingFormula: part('saving-formula'),
  savingMonth: part('saving-month'),
  savingYear: part('saving-year'),
};

function part(name: string): { mark: { 'data-part': string }; selector: string } {
  return { mark: { 'data-part': name }, selector: `[data-part="${name}"]` };
}
