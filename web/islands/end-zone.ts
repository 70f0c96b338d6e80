/** `<end-zone>`: shows the date and the time of a form that was not sent yet in the reader's zone instead of UTC. */
class EndZone extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input');
    const select = this.querySelector('select');
    if (input === null || select === null || this.hasAttribute('sent')) return;
    // A draft that was filled in has the zone that was chosen with it.
    if (select.value !== 'UTC' || input.value !== input.defaultValue) return;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (![...select.options].some(({ value }) => value === timeZone)) select.add(new Option(timeZone));
    select.value = timeZone;
    if (input.value !== '') input.value = toOwnTime(new Date(`${input.value}Z`));
  }
}

/** An instant as an input of the type `datetime-local` takes it, in the zone of the browser. */
function toOwnTime(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const date = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())];
  return `${date.join('-')}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

customElements.define('end-zone', EndZone);
