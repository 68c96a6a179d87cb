/** How everybody with some property, or of some cohort, is asked for: as the people of a question about any event, of all time. */
export function peopleQuestion(filter: string): string {
  return `{"question":{"events":[{"id":""}],"date_from":"all","properties":[${filter}]}}`;
}
