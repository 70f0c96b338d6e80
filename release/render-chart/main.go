// Renders a chart as Helm does: the templates of Go with the functions of Sprig, and those that Helm adds of which the chart makes use.
// Absent values are errors, which Helm renders as nothing.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

func main() {
	if len(os.Args) != 3 {
		fail(errors.New("usage: main CHART VALUES"))
	}
	output, err := render(os.Args[1], os.Args[2])
	if err != nil {
		fail(err)
	}
	fmt.Print(output)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func render(chart string, valuesFile string) (string, error) {
	metadata, err := read(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return "", err
	}
	values, err := read(filepath.Join(chart, "values.yaml"))
	if err != nil {
		return "", err
	}
	overrides, err := read(valuesFile)
	if err != nil {
		return "", err
	}
	// Fields of the chart have capital letters in templates.
	info := object{}
	for name, value := range metadata {
		info[strings.ToUpper(name[:1])+name[1:]] = value
	}
	// Of no version, so that a release changes none of the rendered manifests.
	info["Version"], info["AppVersion"] = "0.0.0", "0.0.0"
	data := object{
		"Chart":   info,
		"Values":  merge(values, overrides),
		"Release": object{"Name": "giveaways", "Namespace": "giveaways", "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
	}
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return "", err
	}
	sort.Strings(files)
	templates := parser()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if _, err := templates.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return "", err
		}
	}
	var output strings.Builder
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text bytes.Buffer
		if err := templates.ExecuteTemplate(&text, name, data); err != nil {
			return "", err
		}
		if strings.TrimSpace(text.String()) == "" {
			continue
		}
		if name == "NOTES.txt" {
			// It is shown to people, and is no manifest.
			continue
		}
		fmt.Fprintf(&output, "---\n# %s\n%s\n", name, strings.TrimSpace(text.String()))
	}
	return output.String(), nil
}

func parser() *template.Template {
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	// As in Helm, a chart reads nothing from the machine.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["toJson"] = func(value interface{}) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}
	return root.Funcs(functions)
}

func read(file string) (object, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	value := object{}
	return value, yaml.UnmarshalStrict(text, &value)
}

// Objects are merged, everything else is replaced, as Helm does.
func merge(values object, overrides object) object {
	merged := object{}
	for name, value := range values {
		merged[name] = value
	}
	for name, value := range overrides {
		before, isObject := merged[name].(object)
		after, remains := value.(object)
		if isObject && remains {
			merged[name] = merge(before, after)
		} else {
			merged[name] = value
		}
	}
	return merged
}
