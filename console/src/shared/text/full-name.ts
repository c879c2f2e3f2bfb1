/** The full name of a person, who may have one name only. */
export const fullName = (person: { readonly first_name: string; readonly last_name: string }): string =>
  [person.first_name, person.last_name].filter(Boolean).join(' ');
