/**
 * `<copy-button for="id">`: a button that copies the text of an element, by default of the one before it. It needs a secure
 * context, as the clipboard does.
 */
class CopyButton extends HTMLElement {
  connectedCallback(): void {
    const id = this.getAttribute('for');
    const source = id === null ? this.previousElementSibling : document.getElementById(id);
    if (source === null || this.firstChild !== null || !isSecureContext) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button is-quiet is-small';
    button.textContent = this.getAttribute('label') ?? '';
    button.addEventListener('click', () => void this.copy(source.textContent, button));
    this.append(button);
  }

  private async copy(text: string, button: HTMLButtonElement): Promise<void> {
    await navigator.clipboard.writeText(text);
    button.textContent = this.getAttribute('done') ?? '';
    button.setAttribute('aria-live', 'polite');
  }
}

customElements.define('copy-button', CopyButton);
