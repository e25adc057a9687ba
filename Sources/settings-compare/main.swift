import SettingsComparison

ComparisonCommand.main()
